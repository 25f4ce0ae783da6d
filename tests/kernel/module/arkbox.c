// SPDX-License-Identifier: GPL-2.0
/*
 * What a Pi has and a virtual machine lacks: an I2C bus 1 with two OLEDs on it, an SPI bus 0 for the lights, and a PWM
 * for tones. All are ordinary kernel devices, so /dev/i2c-1, /dev/spidev0.0 and /sys/class/pwm are the real thing;
 * transfers take as long as on the wire. Everything that was sent can be read from /dev/arkbox: 16 bytes of head, then
 * the data.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>

static unsigned int present = 3; /* bit 0: 0x3c, bit 1: 0x3d; write it to pull a module off and put it back */
static unsigned int khz = 400;
static unsigned int dropped, transfers;
static bool off[2] = { true, true };
module_param(khz, uint, 0644);
module_param(dropped, uint, 0444);
module_param(transfers, uint, 0444);

static int set_present(const char *value, const struct kernel_param *kp)
{
	unsigned int before = present;
	int i, err = param_set_uint(value, kp);

	for (i = 0; i < 2; i++)
		if (!(before & BIT(i)))
			off[i] = true; /* it had no power */
	return err;
}
static const struct kernel_param_ops present_ops = { .set = set_present, .get = param_get_uint };
module_param_cb(present, &present_ops, &present, 0644);

struct head { u64 ns; u8 kind, addr; u16 len; u32 hz; } __packed;
static DECLARE_KFIFO_PTR(told, u8);
static DEFINE_SPINLOCK(told_lock);

static void tell(u8 kind, u8 addr, const u8 *data, u16 len, u32 hz)
{
	struct head head = { ktime_get_ns(), kind, addr, len, hz };
	unsigned long flags;

	spin_lock_irqsave(&told_lock, flags);
	transfers++;
	if (kfifo_avail(&told) < sizeof(head) + len) {
		dropped++;
	} else {
		kfifo_in(&told, (u8 *)&head, sizeof(head));
		kfifo_in(&told, data, len);
	}
	spin_unlock_irqrestore(&told_lock, flags);
}

static void take_time(u64 us)
{
	if (us >= 10)
		usleep_range(us, us + 20);
}

static int xfer(struct i2c_adapter *adapter, struct i2c_msg *msgs, int num)
{
	int i;

	for (i = 0; i < num; i++) {
		struct i2c_msg *m = &msgs[i];
		int chip = m->addr - 0x3c;

		take_time(div_u64((u64)(m->len + 1) * 9 * 1000, khz));
		if (chip < 0 || chip > 1 || !(present & BIT(chip)))
			return -EREMOTEIO; /* as i2c-bcm2835 does */
		if (m->flags & I2C_M_RD) {
			memset(m->buf, off[chip] ? 0x40 : 0, m->len);
		} else {
			if (m->len == 2 && m->buf[0] == 0 && (m->buf[1] & 0xfe) == 0xae)
				off[chip] = m->buf[1] == 0xae;
			tell('i', m->addr, m->buf, m->len, khz * 1000);
		}
	}
	return num;
}

static u32 func(struct i2c_adapter *adapter) { return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL; }
static const struct i2c_algorithm algorithm = { .master_xfer = xfer, .functionality = func };
static struct i2c_adapter adapter = { .owner = THIS_MODULE, .algo = &algorithm, .nr = 1, .name = "bcm2835 (i2c@7e804000)" };

static int transfer_one(struct spi_controller *c, struct spi_device *spi, struct spi_transfer *t)
{
	if (t->tx_buf)
		tell('s', spi->chip_select, t->tx_buf, t->len, t->speed_hz);
	if (t->rx_buf)
		memset(t->rx_buf, 0, t->len);
	take_time(div_u64((u64)t->len * 8 * 1000000, t->speed_hz ?: 1000000));
	return 0;
}

static void set_cs(struct spi_device *spi, bool high) { }

static int pwm_apply(struct pwm_chip *chip, struct pwm_device *pwm, const struct pwm_state *state)
{
	u64 now[3] = { state->period, state->duty_cycle, state->enabled };

	tell('p', pwm->hwpwm, (const u8 *)now, sizeof(now), 0);
	return 0;
}
static const struct pwm_ops pwm_ops = { .owner = THIS_MODULE, .apply = pwm_apply };
static struct pwm_chip pwm = { .ops = &pwm_ops, .npwm = 2 };

static ssize_t box_read(struct file *file, char __user *to, size_t count, loff_t *at)
{
	unsigned int copied = 0;
	int err = kfifo_to_user(&told, to, count, &copied);

	return err ?: copied;
}
static const struct file_operations fops = { .owner = THIS_MODULE, .read = box_read, .llseek = noop_llseek };
static struct miscdevice misc = { .minor = MISC_DYNAMIC_MINOR, .name = "arkbox", .fops = &fops };

static struct platform_device *pdev;
static struct spi_controller *spi;
static struct spi_board_info strip = { .modalias = "dh2228fv", .max_speed_hz = 125000000, .bus_num = 0, .chip_select = 0 };

static int __init arkbox_init(void)
{
	int err = kfifo_alloc(&told, 1 << 20, GFP_KERNEL);

	if (err)
		return err;
	misc_register(&misc);
	pdev = platform_device_register_simple("arkbox", -1, NULL, 0);
	if (IS_ERR(pdev))
		return PTR_ERR(pdev);
	pwm.dev = &pdev->dev;
	err = pwmchip_add(&pwm);
	if (err)
		return err;
	adapter.dev.parent = &pdev->dev;
	err = i2c_add_numbered_adapter(&adapter);
	if (err)
		return err;
	spi = spi_alloc_master(&pdev->dev, 0);
	spi->bus_num = 0;
	spi->num_chipselect = 2;
	spi->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS;
	spi->bits_per_word_mask = SPI_BPW_MASK(8);
	spi->transfer_one = transfer_one;
	spi->set_cs = set_cs;
	err = spi_register_controller(spi);
	if (err)
		return err;
	return spi_new_device(spi, &strip) ? 0 : -ENODEV;
}
module_init(arkbox_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C and SPI of the Arkside box, simulated");
