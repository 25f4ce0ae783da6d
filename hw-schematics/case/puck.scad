// What stands around the box: paddles, the dome with its ring, the pod. All are the same flat cone, printed on its top,
// with a plate that closes it from below, feet against slipping, and ties that take the pull off the cables.
include <geometry.scad>

function radius(size, z) = size[1] / 2 - (size[1] - size[0]) / 2 * z / size[2];

module cone(size, inset = 0) cylinder(r1 = size[1] / 2 - inset, r2 = size[0] / 2 - inset, h = size[2], $fn = 80);

boss_turns = [30, 150, 270];
function boss_radius(size) = size[1] / 2 - case_wall - 5.5;

// cables: the angles at which they come in
module shell(size, cables, plug = 0) translate([0, 0, size[2]]) rotate([180, 0, 0]) difference() {
    union() {
        difference() {
            cone(size);
            intersection() {
                translate([0, 0, -eps]) cone(size, case_wall);
                translate([0, 0, -1]) cylinder(d = size[1], h = size[2] - case_face + 1);
            }
        }
        intersection() {
            cone(size);
            for (turn = boss_turns) rotate(turn) translate([boss_radius(size), 0, case_base]) cylinder(d = boss, h = size[2] - case_base, $fn = 32);
        }
    }
    for (turn = boss_turns) rotate(turn) translate([boss_radius(size), 0, 0]) cylinder(d = screw_pilot, h = case_base + 12, $fn = 24);
    for (turn = cables) rotate(turn) notch(size, [cable_diameter + 0.4, case_base + cable_diameter + 0.5]);
    if (plug) rotate(90) notch(size, [pico_usb[0] + 1, case_base + case_post + pico_usb[1]]);
    children();
}

module notch(size, slot) translate([size[1] / 2 - 14, -slot[0] / 2, -1]) cube([20, slot[0], slot[1] + 1]);

module plate(size, cables, plug = 0) difference() {
    union() {
        cylinder(r = radius(size, case_base) - case_wall - case_fit, h = case_base, $fn = 80);
        intersection() {
            cone([size[0], size[1], size[2]], 0.2);
            union() {
                for (turn = cables) rotate(turn) tongue(size, cable_diameter);
                if (plug) rotate(90) tongue(size, pico_usb[0]);
            }
        }
        for (turn = cables) rotate(turn) translate([radius(size, 0) - case_wall - 14, 0, case_base - eps]) rotate(90) tie_anchor();
    }
    for (turn = boss_turns) rotate(turn) translate([boss_radius(size), 0, 0]) screw_sink(case_base);
    for (turn = [0:90:270]) rotate(turn + 45) translate([size[1] / 2 - case_wall - 18, 0, 0]) foot();
}

module tongue(size, width) translate([size[1] / 2 - 14, -width / 2 + 0.2, 0]) cube([20, width - 0.4, case_base]);

paddle_size = [paddle_top, paddle_bottom, paddle_height];
dome_size = [dome_top, dome_bottom, dome_height];
pod_size = [pod_top, pod_bottom, pod_height];
badge = 12;
badge_at = paddle_top / 2 - badge / 2 - 1.6;

module paddle_shell(button_name) shell(paddle_size, [90]) {
    translate([0, 0, paddle_height - 10]) cylinder(d = part(button, button_name)[button_hole] + 2 * case_fit, h = 20, $fn = 80);
    if (part(button, button_name)[button_flange] < 2 * (badge_at - badge / 2))
        translate([0, -badge_at, paddle_height - 1.2]) cylinder(d = badge + 0.3, h = 2);
}
module paddle_base() plate(paddle_size, [90]);

ring_screws = [90, 210, 330];
ring_radius = (part(button, "100")[button_flange] / 2 + 1 + dome_top / 2) / 2;

module dome_shell() shell(dome_size, [90]) {
    translate([0, 0, dome_height - 10]) cylinder(d = part(button, "100")[button_hole] + 2 * case_fit, h = 20);
    for (turn = ring_screws) rotate(turn) translate([ring_radius, 0, dome_height - 10]) cylinder(d = screw_clear, h = 20, $fn = 24);
}
module dome_base() plate(dome_size, [90]);

// Stands around the rim of the dome and is screwed on from inside.
module dome_ring() difference() {
    cylinder(d1 = dome_top, d2 = dome_top - 3, h = dome_lip, $fn = 96);
    translate([0, 0, -1]) cylinder(d = part(button, "100")[button_flange] + 2, h = dome_lip + 2, $fn = 96);
    for (turn = ring_screws) rotate(turn) translate([ring_radius, 0, -1]) cylinder(d = screw_pilot, h = dome_lip - 0.5, $fn = 24);
}

pod_cables = [180, 210, 240, 300, 330];      // between the screws, away from the plug

module pod_shell() shell(pod_size, pod_cables, plug = 1)
    translate([0, 0, pod_height - case_face - 1]) difference() {
        cylinder(d = ring_outer + 1, h = case_face + 1 - case_skin, $fn = 80);
        translate([0, 0, -1]) cylinder(d = ring_inner - 1, h = 9, $fn = 80);
    }

// The Pico looks out at the notch for its plug.
pico_at = pod_bottom / 2 - case_wall - 3 - pico_board[0] / 2;
module pod_base() difference() {
    union() {
        plate(pod_size, pod_cables, plug = 1);
        pico_posts() cylinder(d = 4.6, h = case_base + case_post, $fn = 32);
    }
    pico_posts() translate([0, 0, 1]) cylinder(d = pico_pilot, h = 20, $fn = 24);
}
module pico_posts() for (x = [-1, 1], y = [-1, 1]) translate([x * pico_holes[1] / 2, pico_at + y * pico_holes[0] / 2, 0]) children();
