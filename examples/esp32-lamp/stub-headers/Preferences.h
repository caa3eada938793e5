#pragma once
#include "Arduino.h"

class Preferences {
 public:
  bool begin(const char *name, bool readOnly = false, const char *partition = nullptr);
  String getString(const char *key, String otherwise = String());
  size_t putString(const char *key, const char *value);
};
