#pragma once
#include "Arduino.h"

class NetworkClient : public Client {
 public:
  int connect(const char *host, uint16_t port) override;
  int available() override;
  uint8_t connected() override;
  void stop() override;
};
typedef NetworkClient WiFiClient;
