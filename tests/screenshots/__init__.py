"""Screenshots of every view of the page for phones, tablets and televisions, with checks of what they show.

`make screenshots` takes them into `build/screenshots`, with contact sheets to look at.
"""
