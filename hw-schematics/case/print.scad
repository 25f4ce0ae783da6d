// One part as it lies on the bed: openscad -D 'what="box-base"' print.scad
use <box.scad>
use <light.scad>
use <puck.scad>
use <small.scad>

what = "box-body";
question = "0.96";
table = "0.96";
arcade = "30";

if (what == "box-body") box_body(question, table);
if (what == "box-base") box_base();
if (what == "diffuser") diffuser();
if (what == "light-tray") light_tray();
if (what == "dial-knob") dial_knob();
if (what == "paddle-shell") paddle_shell(arcade);
if (what == "paddle-base") paddle_base();
if (what == "badges") badges();
if (what == "emblem") inlay();
if (what == "dome-shell") dome_shell();
if (what == "dome-ring") dome_ring();
if (what == "dome-base") dome_base();
if (what == "pod-shell") pod_shell();
if (what == "pod-base") pod_base();
