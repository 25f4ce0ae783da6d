// Tells the check and the pictures where things are: openscad -o layout.echo layout.scad
include <geometry.scad>
use <puck.scad>

echo("screen_v", screen_v);
for (row = oled) echo(str("screen_u_", row[0]), screen_u(row[0], row[0]));
echo("screen_u", screen_u(screen_question, screen_table));
echo("light", [0, light_v], light_slit, light_flange, tray_height, tray_wide, tray_ear);
echo("dial", dial_at);
echo("back", back_at);
echo("buzzer", buzzer_at);
echo("emblem", emblem_at);
echo("pi", pi_corner, pi_top);
echo("pi-posts", pi_posts);
echo("bosses", box_bosses);
echo("cables", cable_slots);
echo("ears", [for (ear = tray_ears) ear_at(ear)]);
