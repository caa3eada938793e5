// What the lamp's lambdas use of ESPHome, as it behaves there, with its objects in place of `id(…)`.
// Source: esphome/core/time.h and time.cpp (`strptime`, `recalc_timestamp_utc`), components/json and components/light.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>

#define id(name) name

struct ESPTime {
  uint8_t second, minute, hour, day_of_week, day_of_month;
  uint16_t day_of_year;
  uint8_t month;
  uint16_t year;
  time_t timestamp;
  bool is_valid() const { return timestamp > 0; }
  static bool strptime(const std::string &text, ESPTime &time) {
    int read = 0;
    return sscanf(text.c_str(), "%04hu-%02hhu-%02hhu %02hhu:%02hhu:%02hhu %n", &time.year, &time.month,
                  &time.day_of_month, &time.hour, &time.minute, &time.second, &read) == 6 &&
           read == static_cast<int>(text.size());
  }
  void recalc_timestamp_utc(bool use_day_of_year = true) {
    // A time without a day of the week, or of the year, is out of range.
    if (day_of_week == 0 || day_of_year == 0 || use_day_of_year) {
      timestamp = -1;
      return;
    }
    tm parts{};
    parts.tm_year = year - 1900, parts.tm_mon = month - 1, parts.tm_mday = day_of_month;
    parts.tm_hour = hour, parts.tm_min = minute, parts.tm_sec = second;
    timestamp = timegm(&parts);
  }
};

uint32_t uptime_ms = 0;
inline uint32_t millis() { return uptime_ms; }

struct Clock {
  time_t now = 0;
  ESPTime utcnow() const {
    ESPTime time{};
    time.timestamp = now;
    return time;
  }
} utc_time;

struct LightCall;
struct Light {
  bool on = false;
  float red = 0, green = 0, blue = 0, brightness = 0;
  struct {
    Light *light;
    bool is_on() const { return light->on; }
  } remote_values{this};
  LightCall turn_on();
  LightCall turn_off();
} lamp;
struct LightCall {
  Light next;
  LightCall &set_rgb(float red, float green, float blue) {
    next.red = red, next.green = green, next.blue = blue;
    return *this;
  }
  LightCall &set_brightness(float brightness) {
    next.brightness = brightness;
    return *this;
  }
  LightCall &set_transition_length(uint32_t) { return *this; }
  LightCall &set_publish(bool) { return *this; }
  LightCall &set_save(bool) { return *this; }
  // What a call does not set stays as it is.
  void perform() {
    lamp.on = next.on, lamp.red = next.red, lamp.green = next.green, lamp.blue = next.blue;
    lamp.brightness = next.brightness;
  }
};
inline LightCall Light::turn_on() {
  LightCall call{*this};
  call.next.on = true;
  return call;
}
inline LightCall Light::turn_off() {
  LightCall call{*this};
  call.next.on = false;
  return call;
}

struct Script {
  int executed = 0;
  void execute() { executed += 1; }
} show_no_data, ask;
struct HttpContainer {
  int status_code = 200;
};
time_t valid_until = 0;
uint32_t received_at = 0;
int wait_s = 5;
float glow_brightness = 0.3f;
std::string movement;
uint32_t movement_step = 0;

// As much of ArduinoJson as the glow needs: members of objects, of which one without members is as good as none.
struct JsonValue {
  std::string text;
  bool isText;
  operator const char *() const { return isText ? text.c_str() : nullptr; }
  operator float() const { return strtof(text.c_str(), nullptr); }
  std::string operator|(const char *otherwise) const { return isText ? text : otherwise; }
  template <typename T>
  T as() const {
    return text == "true";
  }
  JsonValue operator[](const char *name) const;
};
struct JsonObject {
  std::string body;
  JsonValue operator[](const char *name) const {
    const auto key = '"' + std::string(name) + "\":";
    const auto at = body.find(key);
    if (at == std::string::npos) return {"", false};
    const auto start = at + key.size();
    if (body[start] == '{') return {body.substr(start, body.find('}', start) + 1 - start), false};
    if (body[start] == '"') return {body.substr(start + 1, body.find('"', start + 1) - start - 1), true};
    return {body.substr(start, body.find_first_of(",}", start) - start), false};
  }
};
inline JsonValue JsonValue::operator[](const char *name) const { return JsonObject{text}[name]; }
namespace json {
inline bool parse_json(const std::string &body, const std::function<bool(JsonObject)> &read) { return read({body}); }
}  // namespace json
