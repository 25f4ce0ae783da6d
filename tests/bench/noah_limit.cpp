// Noah with four random players, written by hand in C++ for this one purpose: how fast could these rules be played at all?
// Usage: noah_limit GAMES SEED. Prints JSON: decisions, processor seconds, mean questions and tears a game.
// It has no journal, no words, no other number of players and no bots; `tests/bench/test_limit.py` compares its games with ours.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int players = 4, ferries = 5, spare_ferries = 3, hand_cards = 8, rounds = 3, species = 12, kinds = 24;
constexpr int limits[2] = {21, 13};
constexpr int weights[species] = {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
constexpr int tears[species] = {2, 2, 2, 1, 1, 4, 1, 1, 0, 0, 0, 0};
constexpr int copies[species] = {1, 2, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1};  // of each sex; the snail has three cards in all
constexpr int woodpecker = 0, snail = 2, lion = 6, mule = 7, giraffe = 9;
constexpr int deck_cards = 39;
enum Sex { male, female, either };

uint64_t state;

uint32_t draw(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<uint32_t>((static_cast<uint64_t>(static_cast<uint32_t>(state >> 16)) * below) >> 32);
}

// A kind is species * 2 + sex. A snail card counts as its male kind, and fits as both.
struct Hand {
    uint8_t held[kinds];
    uint32_t cards;  // which kinds of cards are held
    int size;
    uint32_t fits() const { return cards | (cards >> (2 * snail) & 1) << (2 * snail + 1); }
    void add(int kind) { held[kind]++, cards |= 1u << kind, size++; }
    void remove(int kind) {
        if (!--held[kind]) cards &= ~(1u << kind);
        size--;
    }
    int any() const {
        int left = static_cast<int>(draw(static_cast<uint32_t>(size)));
        for (uint32_t rest = cards;; rest &= rest - 1) {
            int kind = std::countr_zero(rest);
            if ((left -= held[kind]) < 0) return kind;
        }
    }
};

struct Ferry {
    int weight, drilled, last, wanted, top, animals;
    uint8_t aboard[32];  // cards
    void clear() { weight = drilled = animals = 0, last = wanted = either, top = -1; }
};

uint32_t takes[22][2][3];
uint8_t deck[deck_cards];
Hand hands[players];
Ferry ring[ferries];
int scores[players];
uint64_t decisions, all_tears;

void prepare() {
    int card = 0;
    for (int s = 0; s < species; s++)
        for (int n = 0; n < (s == snail ? copies[s] : 2 * copies[s]); n++)
            deck[card++] = static_cast<uint8_t>(2 * s + (s == snail ? 0 : n % 2));
    for (int weight = 0; weight <= 21; weight++)
        for (int drilled = 0; drilled < 2; drilled++)
            for (int wanted = 0; wanted < 3; wanted++)
                for (int kind = 0; kind < kinds; kind++) {
                    int after = weight + weights[kind / 2];
                    bool fits = after <= limits[drilled] && (kind / 2 != woodpecker || after <= limits[1]);
                    if (fits && (wanted == either || wanted == kind % 2)) takes[weight][drilled][wanted] |= 1u << kind;
                }
}

int pick(uint32_t choices) {
    int number = std::popcount(choices);
    if (number > 1) {
        decisions++;
        for (uint32_t skip = draw(static_cast<uint32_t>(number)); skip; skip--) choices &= choices - 1;
    }
    return std::countr_zero(choices);
}

int pick_other(int seat) {
    decisions++;
    return (seat + 1 + static_cast<int>(draw(players - 1))) % players;
}

void load(Ferry& ferry, int kind) {
    int sex = kind % 2, of = kind / 2;
    ferry.weight += weights[of];
    ferry.drilled |= of == woodpecker;
    ferry.wanted = ferry.last;
    ferry.last = sex;
    ferry.top = of;
    ferry.aboard[ferry.animals++] = static_cast<uint8_t>(of == snail ? 2 * snail : kind);
}

void lay_out() {
    for (int n = deck_cards - 1; n > 0; n--) {
        int other = static_cast<int>(draw(static_cast<uint32_t>(n + 1)));
        uint8_t card = deck[n];
        deck[n] = deck[other], deck[other] = card;
    }
    int top = 0;
    for (Ferry& ferry : ring) {
        ferry.clear();
        int card = deck[top++];
        load(ferry, card == 2 * snail ? card + static_cast<int>(draw(2)) : card);
    }
    for (Hand& hand : hands) {
        hand = {};
        for (int n = 0; n < hand_cards; n++) hand.add(deck[top++]);
    }
}

int find_starter(int shortest) {
    int most = 0, tied[players], number = 0;
    for (int score : scores) most = score > most ? score : most;
    for (int seat = 0; seat < players; seat++)
        if (scores[seat] == most) {
            if (seat == shortest) return seat;
            tied[number++] = seat;
        }
    return tied[draw(static_cast<uint32_t>(number))];
}

// Plays one round and moves Noah; the seats are those of the table, the tears are added to the scores.
void play_round(int seat, int& noah) {
    int departures = 0;
    for (;;) {
        Hand& hand = hands[seat];
        Ferry& ferry = ring[noah];
        uint32_t choices = hand.fits() & takes[ferry.weight][ferry.drilled][ferry.wanted];
        if (!choices) {
            for (int n = 0; n < ferry.animals; n++) hand.add(ferry.aboard[n]);
            ferry.clear();
            continue;
        }
        int kind = pick(choices), of = kind / 2;
        hand.remove(of == snail ? 2 * snail : kind);
        bool pair = ferry.top == of;
        load(ferry, kind);
        bool full = ferry.weight == limits[ferry.drilled], last = departures >= spare_ferries;
        if (of == lion && hand.size) {
            Hand& other = hands[pick_other(seat)];
            int drawn = other.any();
            other.remove(drawn), hand.add(drawn);
            int given = pick(hand.cards);
            hand.remove(given), other.add(given);
        } else if (of == giraffe && hand.size) {
            pick_other(seat);
        }
        if (hand.size && of != mule && !(full && last)) {
            decisions++;
            int step = kind % 2 == male ? 2 : 1;
            noah = (noah + (draw(2) ? step : ferries - step)) % ferries;
        }
        if (full) {
            departures++;
            ferry.clear();
            for (int gifts = departures < hand.size ? departures : hand.size; gifts; gifts--) {
                int given = pick(hand.cards);
                Hand& other = hands[pick_other(seat)];
                hand.remove(given), other.add(given);
            }
        }
        if ((full && last) || !hand.size) break;
        if (!pair) seat = (seat + 1) % players;
    }
    for (int owner = 0; owner < players; owner++)
        for (uint32_t rest = hands[owner].cards; rest; rest &= rest - 1) {
            int kind = std::countr_zero(rest);
            scores[owner] += hands[owner].held[kind] * tears[kind / 2];
        }
}

void play_game() {
    int shortest = static_cast<int>(draw(players)), noah = 0, seat = shortest;
    for (int& score : scores) score = 0;
    for (int round = 0; round < rounds; round++) {
        if (round) seat = find_starter(shortest);
        lay_out();
        play_round(seat, noah);
    }
    for (int score : scores) all_tears += static_cast<uint64_t>(score);
}

}  // namespace

int main(int, char** words) {
    const long games = std::atol(words[1]);
    state = 0x9e3779b97f4a7c15u ^ static_cast<uint64_t>(std::atol(words[2])) * 0xbf58476d1ce4e5b9u;
    prepare();
    const clock_t began = clock();
    for (long game = 0; game < games; game++) play_game();
    const double seconds = static_cast<double>(clock() - began) / CLOCKS_PER_SEC;
    std::printf("{\"games\": %ld, \"decisions\": %llu, \"seconds\": %.6f, \"questions_a_game\": %.4f, \"tears_a_game\": %.4f}\n",
                games, static_cast<unsigned long long>(decisions), seconds, static_cast<double>(decisions) / static_cast<double>(games),
                static_cast<double>(all_tears) / static_cast<double>(games));
}
