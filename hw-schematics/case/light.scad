// The light bar: a diffuser that fills the slit, and a tray behind it that gives every pixel a cell of its own.
include <geometry.scad>

module diffuser() {
    linear_extrude(light_flange) rounded(light_slit + [5, 5], 4);
    linear_extrude(light_flange + case_face) rounded(light_slit - [2 * case_fit, 2 * case_fit], 3 - case_fit);
}

// Printed on its floor. The strip slides in from the end, below the walls between the cells.
module light_tray() difference() {
    union() {
        translate([-light_cells / 2 - 2, -tray_wide / 2, 0]) cube([light_cells + 4, tray_wide, tray_height]);
        for (ear = tray_ears) translate([each (ear_at(ear) - [tray_ear, tray_ear] / 2), 0]) cube([tray_ear, tray_ear, tray_height]);
    }
    translate([-light_cells / 2 - 3, -tray_slot[0] / 2, tray_floor]) cube([light_cells + 6, tray_slot[0], tray_slot[1]]);
    for (n = [0:light_pixels - 1])
        translate([(n + 0.5 - light_pixels / 2) * strip_pitch - (strip_pitch - 1.2) / 2, -light_slit[1] / 2, tray_floor])
            cube([strip_pitch - 1.2, light_slit[1], tray_height]);
    for (ear = tray_ears) translate([each ear_at(ear), -1]) {
        cylinder(d = screw_clear, h = tray_height + 2, $fn = 24);
        cylinder(d = screw_head + 0.4, h = 1 + tray_height - 6.8, $fn = 32);    // for M3 x 10
    }
}
