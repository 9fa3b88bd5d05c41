"""Buys once, an hour after it starts. It knows nothing of the sandbox but three variables."""

import json
import os
import time
import urllib.request

url = f"{os.environ['ORRERY_URL']}/v3/accounts/{os.environ['ORRERY_ACCOUNT']}/orders"
order = {"type": "MARKET", "instrument": "EUR_USD", "units": "100"}
request = urllib.request.Request(
    url,
    data=json.dumps({"order": order}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['ORRERY_TOKEN']}",
        "Content-Type": "application/json",
    },
)
time.sleep(float(os.environ.get("WAIT", "3600")))
print("filled at", json.load(urllib.request.urlopen(request))["orderFillTransaction"]["price"])
raise SystemExit(3)
