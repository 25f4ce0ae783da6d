"""One running Arkside: settings, matches, lobby, presence, races and odds. It knows no client; clients show it."""
