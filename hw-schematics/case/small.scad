// Small things: the knob of the dial and the five badges that tell the paddles apart.
include <geometry.scad>
use <puck.scad>

knob = [26, 15];

// Printed on its top. The shaft has a flat; the nut of the bushing hides in the wide hole below.
module dial_knob() difference() {
    union() {
        cylinder(d1 = knob[0] - 2, d2 = knob[0], h = 1, $fn = 80);
        translate([0, 0, 1]) linear_extrude(knob[1] - 1) difference() {
            circle(d = knob[0], $fn = 80);
            for (turn = [0:15:345]) rotate(turn) translate([knob[0] / 2 + 0.3, 0]) circle(d = 2, $fn = 16);
        }
    }
    translate([0, 0, 3]) intersection() {
        cylinder(d = dial_shaft + 0.2, h = 20);
        translate([-10, -dial_shaft / 2 - 1, 0]) cube([20, dial_flat + 1.1, 20]);
    }
    translate([0, 0, knob[1] - 3.5]) cylinder(d = 14, h = 9);
    translate([-0.8, knob[0] / 2 - 8, -1]) cube([1.6, 9, 1.6]);
}

// Circle, square, triangle, diamond, star: the seats, as on the screens. Print them white, press them into the paddles.
module badges() for (n = [0:4]) translate([n * 15, 0, 0]) difference() {
    cylinder(d = 12, h = 1.2, $fn = 64);
    translate([0, 0, 0.5]) linear_extrude(2) symbol(n);
}

module symbol(n) {
    if (n == 0) circle(d = 6);
    if (n == 1) square(5.4, center = true);
    if (n == 2) translate([0, -0.6]) polygon([for (t = [90, 210, 330]) 3.9 * [cos(t), sin(t)]]);
    if (n == 3) rotate(45) square(5, center = true);
    if (n == 4) polygon([for (k = [0:9]) (k % 2 ? 1.7 : 4) * [cos(90 + 36 * k), sin(90 + 36 * k)]]);
}
