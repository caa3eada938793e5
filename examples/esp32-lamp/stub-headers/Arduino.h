// What the sketch uses of Arduino's ESP32 core 3.x, declared as there and without a body: enough to check its types.
// Source: cores/esp32 and libraries/NetworkClientSecure of espressif/arduino-esp32.
#pragma once
#include <cstddef>
#include <cstdint>
#include <ctime>

constexpr uint8_t LOW = 0, HIGH = 1, INPUT_PULLUP = 5;
void pinMode(uint8_t pin, uint8_t mode);
int digitalRead(uint8_t pin);
unsigned long millis();
void delay(uint32_t ms);
uint32_t esp_random();
void configTime(long gmtOffset, int daylightOffset, const char *server);

class String {
 public:
  String(const char *text = "");
  bool startsWith(const char *start) const;
  int indexOf(char character) const;
  int indexOf(const char *text) const;
  String substring(unsigned from) const;
  String substring(unsigned from, unsigned to) const;
  unsigned length() const;
  long toInt() const;
  const char *c_str() const;
  bool operator==(const char *other) const;
};

class Client {
 public:
  virtual int connect(const char *host, uint16_t port) = 0;
  virtual int available() = 0;
  virtual uint8_t connected() = 0;
  virtual void stop() = 0;
  size_t printf(const char *format, ...) __attribute__((format(printf, 2, 3)));
  String readStringUntil(char end);
  void setTimeout(unsigned long ms);
};

struct EspClass {
  // uint64_t, which is this on an ESP32.
  unsigned long long getEfuseMac();
  void restart();
};
extern EspClass ESP;
