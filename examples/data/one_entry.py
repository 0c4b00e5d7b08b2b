import json
import urllib.request

SITE = "https://paddle-porting.github.io/lint-mappings/"

with urllib.request.urlopen(f"{SITE}api/v1/entries/torch.gather.json") as answer:
    entry = json.load(answer)["entry"]
print(entry["torch"], "->", ", ".join(entry["targets"]))
for variant in entry["variants"]:
    for row in variant["params"]:
        print(f"  {row['torch']} -> {row['paddle']}")
