// Shared measures: what lies where on the face of the box, and the few shapes that several parts use.
// dimensions.scad is written from parts.toml by `make case`; change the figures there.
include <dimensions.scad>

$fn = 32;
eps = 0.01;

function part(table, name) = [for (row = table) if (row[0] == name) row[1]][0];

// ---- the face: u to the right from the middle, v up the slope from the front edge, w out of the face
rise = tan(case_slope);
slope_length = case_depth / cos(case_slope);
module on_face(at) translate([0, 0, case_front]) rotate([case_slope, 0, 0]) translate([at[0], at[1], 0]) children();

screen_v = 91.5;
function screen_u(question, table) =  // side by side, with room for a screw of the light tray between them
    max(27, part(oled, question)[oled_pcb][0] / 2 + 5.5, part(oled, table)[oled_pcb][0] / 2 + 5.5);
light_v = 57;
control_v = 26;
dial_at = [58, control_v];
back_at = [20, control_v];
emblem_at = [-18, control_v];
buzzer_at = [-58, control_v];

// ---- the light bar
light_pixels = lights_pixels;
strip_pitch = 1000 / lights_pixels_a_metre;
light_cells = light_pixels * strip_pitch;
light_slit = [light_cells + 1.2, 8];
light_flange = 1.2;
tray_floor = 1.6;
tray_slot = [strip_width + 0.5, strip_height + 0.5];
tray_cell = 6;                       // from the pixels to the diffuser
tray_height = tray_floor + tray_slot[1] + tray_cell;
tray_wide = tray_slot[0] + 3.6;
tray_ear = 9;
tray_ears = [[-34, -1], [34, -1], [0, 1]];   // u, and on which side
function ear_at(ear) = [ear[0], ear[1] * (tray_wide / 2 + tray_ear / 2 - 0.5)];

// ---- the Pi: its SD/power corner, and from there how its own measures run in the box
in_left = -case_width / 2 + case_wall;
in_back = case_depth - case_wall;
pi_gap = 1;
pi_corner = [in_left + pi_gap + pi_board[0], in_back - pi_gap];
pi_top = case_base + case_post + pi_thick;
pi_posts = [for (x = [0, 1], y = [0, 1]) pi_corner - [pi_inset + x * pi_holes[0], pi_inset + y * pi_holes[1]]];

// ---- screws that hold the base
boss = 8;
boss_in = boss / 2 + case_wall - 1;
half = case_width / 2;
box_bosses = [
    [-half + boss_in, boss_in], [half - boss_in, boss_in], [half - boss_in, case_depth - boss_in],
    [pi_corner[0] + 7, case_depth - boss_in], [-half + boss_in, in_back - pi_gap - pi_board[1] - 7],
];
cable_slots = [for (n = [0:5]) pi_corner[0] + 16.5 + n * 8.4];


module rounded(size, r) offset(r, $fn = 24) square([size[0] - 2 * r, size[1] - 2 * r], center = true);

module foot() translate([0, 0, -eps]) cylinder(d = foot_diameter + 0.4, h = foot_recess + eps);

module screw_sink(thick) {
    translate([0, 0, -eps]) cylinder(d = screw_clear, h = thick + 2 * eps);
    translate([0, 0, -eps]) cylinder(d1 = screw_head + 0.4, d2 = screw_clear, h = screw_head_height);
}

// A block with a tunnel for a cable tie; the cable lies across its top.
module tie_anchor() difference() {
    translate([-7, -4, 0]) cube([14, 8, 5]);
    translate([-10, -2, 1.4]) cube([20, 4, 2]);
}
