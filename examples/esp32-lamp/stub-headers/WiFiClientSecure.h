#pragma once
#include "WiFi.h"

class NetworkClientSecure : public NetworkClient {
 public:
  // In core 2.x it had no size.
  void setCACertBundle(const uint8_t *bundle, size_t size);
};
typedef NetworkClientSecure WiFiClientSecure;
