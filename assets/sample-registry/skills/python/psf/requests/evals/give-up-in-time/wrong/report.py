import requests


def fetch_report(url):
    response = requests.get(url, timeout=3)
    response.raise_for_status()
    return response.content
