// ArduinoJson 7.
#pragma once
#include "Arduino.h"

struct JsonVariant {
  operator const char *() const;
  JsonVariant operator[](const char *name) const;
  friend const char *operator|(const JsonVariant &, const char *);
  friend float operator|(const JsonVariant &, float);
  friend bool operator|(const JsonVariant &, bool);
};

struct JsonDocument {
  JsonVariant operator[](const char *name) const;
};

struct DeserializationError {
  enum Code { Ok };
  friend bool operator!=(const DeserializationError &, Code);
};

DeserializationError deserializeJson(JsonDocument &document, const String &text);
