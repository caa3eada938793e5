// What a lamp does with a glow. Nothing here needs an Arduino, so that it can be tested on any computer.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tealight {

struct Look {
  uint8_t red = 255, green = 255, blue = 255;
  float brightness = 0.3f;
  // 0: steady; 1: low, two short breaths; 2: high, one long breath; alarms: 3: five short breaths, 4: three, 5: one.
  uint8_t moving = 0;
  // Until when it holds, in seconds since 1970; 0: for good.
  int64_t validUntil = 0;
  // When it was received, in milliseconds since the lamp started.
  uint32_t receivedAt = 0;
};

// The longest time that a look with an end is shown: 2 minutes more than a reading is valid.
constexpr uint32_t LOOK_MAX_MS = 17 * 60 * 1000;

// White and dim: there is no current data.
inline Look noData() { return Look{}; }

// The code opens nothing: dark until somebody looks.
inline Look wrongCode() {
  Look look;
  look.brightness = 0;
  return look;
}

// `#rrggbb` into a look; false for anything else, and then nothing is changed.
inline bool readColor(const char *text, Look &look) {
  if (text == nullptr || strlen(text) != 7 || text[0] != '#') return false;
  char *end = nullptr;
  const long rgb = strtol(text + 1, &end, 16);
  if (*end != '\0') return false;
  look.red = (rgb >> 16) & 255;
  look.green = (rgb >> 8) & 255;
  look.blue = rgb & 255;
  return true;
}

// An ISO 8601 moment in UTC as seconds since 1970; 0 for anything else. Source: H. Hinnant, days from civil.
inline int64_t readMoment(const char *text) {
  int year, month, day, hour, minute, second;
  if (text == nullptr || sscanf(text, "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour, &minute, &second) != 6) return 0;
  year -= month <= 2;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const unsigned ofEra = static_cast<unsigned>(year - era * 400);
  const unsigned ofYear = (153u * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t days = era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
  return days * 86400 + hour * 3600 + minute * 60 + second;
}

// By the clock; by the time since the start, too, because the clock is wrong until a time server has answered.
inline bool hasEnded(const Look &look, int64_t nowSeconds, uint32_t nowMillis) {
  return look.validUntil != 0 && (nowSeconds >= look.validUntil || nowMillis - look.receivedAt >= LOOK_MAX_MS);
}

// The rhythm of an alarm, by its kind; see the device protocol.
inline uint8_t alarmMoving(const char *kind) {
  if (strncmp(kind, "urgent-low", 10) == 0) return 3;
  return strcmp(kind, "low") == 0 || strcmp(kind, "no-data") == 0 ? 4 : 5;
}

// How strong the glow is at a moment of its rhythm, 0.45 to 1: at most one breath a second, never to black.
inline float strengthAt(uint8_t moving, uint32_t millis) {
  if (moving == 0 || moving > 5) return 1;
  // How long all breaths of a rhythm take, and the pause after them.
  static const uint32_t breathing[] = {0, 2000, 2000, 5000, 3000, 1000};
  static const uint32_t pause[] = {0, 1000, 1000, 1000, 1000, 4000};
  const uint32_t at = millis % (breathing[moving] + pause[moving]);
  const uint32_t breath = moving == 2 ? 2000 : 1000;
  if (at >= breathing[moving]) return 1;
  const float turn = static_cast<float>(at % breath) / breath;
  return 0.725f + 0.275f * std::cos(turn * 6.2831853f);
}

// How long to wait before joining again, in ms: at random within what the server asks for, longer with each failure.
inline uint32_t rejoinMs(uint32_t failures, uint32_t random) {
  const uint32_t span = failures > 4 ? 30000 : 2000u << failures;
  return 1000 + random % span;
}

}  // namespace tealight
