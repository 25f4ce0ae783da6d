/*
 * A hand that moves contacts on time. It reads lines of "microseconds pin closed", moves the lines of gpio-sim when
 * each is due, and tells for each "pin closed nanoseconds", the moment at which it really did, on the clock that the
 * kernel stamps edges with. When it was held up it does the rest as much later: two moves are never closer together
 * than asked, for what a hand cannot do would merge in the kernel.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define MOST 100000
#define SLEEP_BEFORE 700000 /* nanoseconds: woken so much early, it watches the clock for the rest */

struct move {
	int64_t at;
	int pin, closed;
};

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void wait_until(int64_t moment)
{
	int64_t left = moment - now() - SLEEP_BEFORE;

	if (left > 0) {
		struct timespec t = { left / 1000000000, left % 1000000000 };

		nanosleep(&t, NULL);
	}
	while (now() < moment)
		;
}

static int contact(const char *chip, int pin)
{
	char path[256];
	int file;

	snprintf(path, sizeof(path), "%s/sim_gpio%d/pull", chip, pin);
	file = open(path, O_WRONLY);
	if (file < 0)
		perror(path);
	return file;
}

int main(int argc, char **argv)
{
	static struct move moves[MOST];
	static int contacts[64];
	int64_t start, held_up = 0;
	int count = 0, i;

	while (count < MOST && scanf("%ld %d %d", &moves[count].at, &moves[count].pin, &moves[count].closed) == 3)
		count++;
	for (i = 0; i < count; i++)
		if (!contacts[moves[i].pin] && (contacts[moves[i].pin] = contact(argv[1], moves[i].pin)) < 0)
			return 1;
	start = now() + 20000000;
	for (i = 0; i < count; i++) {
		const char *pull = moves[i].closed ? "pull-down" : "pull-up";

		int64_t due = start + moves[i].at * 1000 + held_up;

		wait_until(due);
		moves[i].at = now();
		held_up += moves[i].at - due;
		if (pwrite(contacts[moves[i].pin], pull, moves[i].closed ? 9 : 7, 0) < 0)
			perror("pull");
	}
	for (i = 0; i < count; i++)
		printf("%d %d %ld\n", moves[i].pin, moves[i].closed, moves[i].at);
	return 0;
}
