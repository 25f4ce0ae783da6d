// The box: a wedge with both screens, the light bar, the dial, the back button and the buzzer in its sloping face,
// and the Pi on the plate below. The body is printed on its face, the plate on its feet; neither needs supports.
include <geometry.scad>

module profile(inset = 0) polygon([
    [inset, -10], [case_depth - inset, -10],
    [case_depth - inset, case_front + case_depth * rise - inset / cos(case_slope) - inset * rise],
    [inset, case_front + inset * rise - inset / cos(case_slope)],
]);

module slab(width, inset) translate([-width / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(width) profile(inset);

module outside() hull() {
    slab(case_width - 2 * case_chamfer, 0);
    slab(case_width, case_chamfer);
}

module inside() translate([-case_width / 2 + case_wall, 0, 0]) rotate([90, 0, 90])
    linear_extrude(case_width - 2 * case_wall) polygon([
        [case_wall, -11], [case_depth - case_wall, -11],
        [case_depth - case_wall, case_front + (case_depth - case_wall) * rise - case_face / cos(case_slope)],
        [case_wall, case_front + case_wall * rise - case_face / cos(case_slope)],
    ]);

module box_body(question, table) rotate([180 - case_slope, 0, 0]) translate([0, 0, -case_front]) difference() {
    union() {
        difference() { outside(); inside(); }
        intersection() { posts(question, table); outside(); }
    }
    translate([-200, -200, -20]) cube([400, 400, 20 + case_base]);
    for (at = box_bosses) translate([at[0], at[1], case_base - eps]) cylinder(d = screw_pilot, h = 14, $fn = 24);
    window(-screen_u(question, table), part(oled, question));
    window(screen_u(question, table), part(oled, table));
    on_face([0, light_v]) translate([0, 0, -case_face - eps]) linear_extrude(case_face + 1) rounded(light_slit, 3);
    for (ear = tray_ears) on_face([0, light_v]) translate([each ear_at(ear), 0]) pilot(screw_pilot, light_flange);
    on_face(dial_at) through(dial_bushing + 2 * case_fit);
    on_face(back_at) through(part(button, back_size)[button_hole] + 2 * case_fit);
    grille();
    on_face(emblem_at) translate([0, 0, -0.6]) linear_extrude(1) emblem();
    ports();
    for (x = cable_slots) cable_slot(x);
    for (n = [0:7]) translate([pi_corner[0] - 24 - n * 6, case_depth, 34]) rotate([90, 0, 0])
        translate([0, 0, -1]) linear_extrude(case_wall + 2) rounded([2.6, 14], 1.2);
}

module through(d) translate([0, 0, -case_face - 20]) cylinder(d = d, h = case_face + 21);

// A blind hole from inside: through the post and on into the face, which keeps a skin of 0.8 mm.
module pilot(d, post) translate([0, 0, -case_face - post - eps]) cylinder(d = d, h = post + case_face - 0.8, $fn = 24);

module posts(question, table) {
    for (at = box_bosses) translate([at[0], at[1], 0]) cylinder(d = boss, h = 90, $fn = 32);
    screen_posts(-screen_u(question, table), part(oled, question));
    screen_posts(screen_u(question, table), part(oled, table));
    for (ear = tray_ears) on_face([0, light_v]) translate([each ear_at(ear), 0]) stand(7, light_flange);
    on_face(buzzer_at) difference() {
        stand(buzzer_diameter + 2 * case_fit + 4, 6);
        translate([0, 0, -case_face - 7]) cylinder(d = buzzer_diameter + 2 * case_fit, h = 7);
    }
}

module stand(d, height) translate([0, 0, -case_face - height]) cylinder(d = d, h = height + 1, $fn = 32);

module screen_holes(glass) for (x = [-1, 1], y = [-1, 1])
    translate([x * glass[oled_holes][0] / 2, y * glass[oled_holes][1] / 2 - glass[oled_rise], 0]) children();

module screen_posts(u, glass) on_face([u, screen_v]) screen_holes(glass)
    difference() { stand(glass[oled_pilot] + 3.2, glass[oled_stack]); }

module window(u, glass) {
    on_face([u, screen_v]) {
        size = glass[oled_active] + [1.6, 1.6];
        translate([0, 0, -case_face - 1]) linear_extrude(case_face + 2) rounded(size, 0.8);
        hull() {                                        // a bevel, so that the dots are seen from the side too
            translate([0, 0, -1.8]) linear_extrude(eps) rounded(size, 0.8);
            translate([0, 0, eps]) linear_extrude(eps) rounded(size + [3.6, 3.6], 1.6);
        }
        screen_holes(glass) pilot(glass[oled_pilot], glass[oled_stack]);
    }
}

module grille() on_face(buzzer_at) {
    through(2.2);
    for (turn = [0:60:300]) rotate(turn) translate([3.8, 0, 0]) through(2.2);
}

// The openings of the USB edge (left) and of the power edge (back), cut for the sockets and plugs of every Pi in parts.toml. They are
// open downwards, so that the body is lowered over the Pi; the plate closes them from below.
module ports() {
    translate([-half - 1, pi_corner[1] - pi_side[1], -1])
        cube([case_wall + 2, pi_side[1] - pi_side[0], pi_top + pi_side[2] + 1]);
    translate([pi_corner[0] - pi_rear[1], case_depth - case_wall - 1, -1])
        cube([pi_rear[1] - pi_rear[0], case_wall + 2, pi_top + pi_rear[2] + 1]);
}

module cable_slot(x) translate([x, case_depth + 1, case_base]) rotate([90, 0, 0]) linear_extrude(case_wall + 2) {
    translate([0, cable_diameter / 2 + 1]) circle(d = cable_diameter, $fn = 32);
    translate([-cable_diameter / 2, -1]) square([cable_diameter, cable_diameter / 2 + 2]);
}

// What fills the ark in the face: print it in another colour, glue it in.
module inlay() linear_extrude(0.6) offset(-0.12) emblem();

// An ark on the water, cut into the face instead of letters: fonts differ from computer to computer.
module emblem() {
    polygon([[-13, 0], [13, 0], [9.5, -6], [-9.5, -6]]);
    translate([-7, 0.9]) square([14, 4]);
    polygon([[-8.4, 5.8], [8.4, 5.8], [5.4, 9], [-5.4, 9]]);
    for (x = [-9:6:9]) translate([x, -8.4]) difference() {
        circle(d = 7.2, $fn = 24);                      // waves overlap: mere touching would be no solid
        circle(d = 4.6, $fn = 24);
        translate([-4, 0]) square([8, 4]);
    }
}

module box_base() {
    difference() {
        union() {
            linear_extrude(case_base) footprint(0);
            lip();
            for (at = pi_posts) translate([at[0], at[1], 0]) cylinder(d = 6.4, h = case_base + case_post, $fn = 32);
            port_tabs();
            for (n = [0:2]) translate([(cable_slots[2 * n] + cable_slots[2 * n + 1]) / 2, in_back - 12, case_base - eps]) tie_anchor();
        }
        for (at = box_bosses) translate([at[0], at[1], 0]) {
            screw_sink(case_base);
            translate([0, 0, case_base]) cylinder(d = boss + 1, h = 10, $fn = 32);
        }
        for (at = pi_posts) translate([at[0], at[1], 1]) cylinder(d = pi_pilot, h = 20, $fn = 24);
        for (x = [-1, 1], y = [14, case_depth - 14]) translate([x * (half - 22), y, 0]) foot();
        for (n = [0:6]) translate([pi_corner[0] - 22 - n * 6, pi_corner[1] - 28, -1]) linear_extrude(9) rounded([2.6, 26], 1.2);
        translate([pi_corner[0] + 1, pi_corner[1] - 28, -1]) linear_extrude(9) rounded([18, 20], 3);    // to the memory card
    }
}

module footprint(inset) translate([0, case_depth / 2]) {
    size = [case_width - 2 * inset, case_depth - 2 * inset];
    hull() {
        square([size[0] - 2 * case_chamfer, size[1]], center = true);
        square([size[0], size[1] - 2 * case_chamfer], center = true);
    }
}

// Keeps the body in its place; cut away where a port or a cable passes.
module lip() difference() {
    linear_extrude(case_base + 2) difference() {
        footprint(case_wall + case_fit);
        footprint(case_wall + case_fit + 1.6);
    }
    translate([-half, pi_corner[1] - pi_side[1] - 1, case_base]) cube([12, pi_side[1] + 10, 9]);
    translate([pi_corner[0] - pi_rear[1] - 12, case_depth - 12, case_base]) cube([half * 2, 12, 9]);
}

module port_tabs() {
    translate([-half, pi_corner[1] - pi_side[1] + case_fit, 0])
        cube([case_wall - 0.2, pi_side[1] - pi_side[0] - 2 * case_fit, pi_top - pi_side[3]]);
    translate([pi_corner[0] - pi_rear[1] + case_fit, case_depth - case_wall + 0.2, 0])
        cube([pi_rear[1] - pi_rear[0] - 2 * case_fit, case_wall - 0.2, pi_top - pi_rear[3]]);
}
