"""Runs the actions of a blueprint for some seconds, with Jinja as Home Assistant has it.

Reads JSON from standard input: the actions, the variables of the automation, the state and the attributes of the color
sensor, the time (epoch seconds) and how long to run. Prints, as JSON, each call of a service with its second and data.
"""
import ast
import json
import re
import sys
from datetime import datetime, timezone

import jinja2


class Stopped(Exception):
    pass


def timestamp(value, default=None):
    if isinstance(value, datetime):
        return value.timestamp()
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
    except (AttributeError, ValueError):
        return default


class Run:
    def __init__(self, given):
        self.given = given
        self.at = 0.0
        self.calls = []
        self.variables = dict(given["variables"])
        self.environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
        self.environment.tests["match"] = lambda text, pattern: re.match(pattern, text) is not None
        self.environment.globals.update(
            states=lambda _: given["state"],
            state_attr=lambda _, name: given["attributes"].get(name),
            as_timestamp=timestamp,
            now=lambda: datetime.fromtimestamp(given["now"] + self.at, timezone.utc),
        )

    def value(self, template):
        """Home Assistant turns what a template prints into the type that it looks like."""
        if isinstance(template, dict):
            return {name: self.value(one) for name, one in template.items()}
        if not isinstance(template, str) or "{" not in template:
            return template
        text = self.environment.from_string(template).render(self.variables).strip()
        try:
            return ast.literal_eval(text)
        except (SyntaxError, ValueError):
            return text

    def wait(self, seconds):
        self.at += seconds
        if self.at > self.given["seconds"]:
            raise Stopped

    def run(self, actions):
        for action in actions:
            if "variables" in action:
                for name, template in action["variables"].items():
                    self.variables[name] = self.value(template)
            elif "if" in action:
                if self.value(action["if"]) is True:
                    self.run(action["then"])
            elif "stop" in action:
                raise Stopped
            elif "delay" in action:
                self.wait(float(self.value(action["delay"])))
            elif "repeat" in action:
                self.repeat(action["repeat"])
            elif "action" in action:
                self.calls.append([self.at, action["action"], self.value(action.get("data", {}))])
            else:
                raise ValueError(f"an action that is not known here: {action}")

    def repeat(self, repeat):
        if "count" in repeat:
            for _ in range(int(self.value(repeat["count"]))):
                self.run(repeat["sequence"])
        else:
            while self.value(repeat["while"]) is True:
                self.run(repeat["sequence"])


given = json.load(sys.stdin)
run = Run(given)
try:
    run.run(given["actions"])
except Stopped:
    pass
print(json.dumps(run.calls))
