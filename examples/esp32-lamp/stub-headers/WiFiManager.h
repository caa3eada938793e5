// WiFiManager 2.0.
#pragma once
#include <functional>

#include "Arduino.h"

class WiFiManagerParameter {
 public:
  WiFiManagerParameter(const char *id, const char *label, const char *value, int length);
  const char *getValue() const;
};

class WiFiManager {
 public:
  bool addParameter(WiFiManagerParameter *parameter);
  void setSaveParamsCallback(std::function<void()> saved);
  void setConfigPortalTimeout(unsigned long seconds);
  bool startConfigPortal(char const *name, char const *password = nullptr);
  bool autoConnect(char const *name, char const *password = nullptr);
};
