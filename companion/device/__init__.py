"""The thing on the table: a host loop, views on two small screens, lights and sounds."""
