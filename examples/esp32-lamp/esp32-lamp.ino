// A Tealight lamp: an ESP32 with a strip of WS2812 LEDs. It joins Tealight's feed automatically and glows.
//
// Board: ESP32 by Espressif, version 3.0 or later. Libraries (Library Manager): WiFiManager by tzapu 2.0, ArduinoJson 7, FastLED 3.
// First start: join the Wi-Fi "Tealight lamp" with a phone; a page asks for your Wi-Fi, Tealight's address and the
// connection code. To ask again, hold the BOOT button while the lamp starts.
#include <ArduinoJson.h>
#include <FastLED.h>
#include <Preferences.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <WiFiManager.h>
#include <time.h>

#include "glow.h"

constexpr uint8_t LED_PIN = 16;
constexpr uint16_t LED_COUNT = 12;
constexpr uint8_t BOOT_BUTTON = 0;
// The server sends a heartbeat every 2 s; a line that misses two is dead.
constexpr uint32_t SILENT_MS = 4500;
constexpr uint32_t WRONG_CODE_MS = 300000;
// The server asks for this wait: too many wrong codes, or too many lamps.
constexpr uint32_t CROWDED_MS = 60000;
// The page that asks for the Wi-Fi gives up after this, in seconds: after a power cut the router may start more slowly.
constexpr uint16_t PORTAL_S = 180;

// The ESP32 core's own bundle of root certificates, which its linker puts between these names.
extern const uint8_t rootCertificates[] asm("_binary_x509_crt_bundle_start");
extern const uint8_t rootCertificatesEnd[] asm("_binary_x509_crt_bundle_end");

CRGB leds[LED_COUNT];
Preferences memory;
String host, code;
uint16_t port = 443;
bool secure = true;
WiFiClientSecure tls;
WiFiClient plain;
Client *line = nullptr;
tealight::Look look = tealight::noData();
uint32_t lastWordAt = 0, nextTryAt = 0, failures = 0;
bool joined = false, ending = false;

void readServer(const String &address) {
  secure = !address.startsWith("http://");
  const int from = address.indexOf("://") < 0 ? 0 : address.indexOf("://") + 3;
  String rest = address.substring(from);
  rest = rest.substring(0, rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/'));
  const int colon = rest.indexOf(':');
  host = colon < 0 ? rest : rest.substring(0, colon);
  port = colon < 0 ? (secure ? 443 : 80) : rest.substring(colon + 1).toInt();
}

void setUp() {
  WiFiManager portal;
  WiFiManagerParameter server("server", "Address of Tealight, like https://tealight.example.org",
                              memory.getString("server", "").c_str(), 120);
  // Never shown again: anyone near can join this Wi-Fi. Left empty, the stored one stays.
  WiFiManagerParameter typed("code", "Connection code, like k7m2q-x4w9d", "", 16);
  portal.addParameter(&server);
  portal.addParameter(&typed);
  portal.setSaveParamsCallback([&] {
    memory.putString("server", server.getValue());
    if (typed.getValue()[0] != '\0') memory.putString("code", typed.getValue());
  });
  portal.setConfigPortalTimeout(PORTAL_S);
  const bool asked = digitalRead(BOOT_BUTTON) == LOW || memory.getString("code", "") == "";
  if (asked ? !portal.startConfigPortal("Tealight lamp") : !portal.autoConnect("Tealight lamp")) ESP.restart();
  readServer(memory.getString("server", ""));
  code = memory.getString("code", "");
}

void setup() {
  pinMode(BOOT_BUTTON, INPUT_PULLUP);
  FastLED.addLeds<WS2812B, LED_PIN, GRB>(leds, LED_COUNT).setCorrection(TypicalLEDStrip);
  draw();
  memory.begin("tealight");
  setUp();
  configTime(0, 0, "pool.ntp.org");
  // Without certificates to check against, the connection would be refused, and never made unchecked.
  tls.setCACertBundle(rootCertificates, rootCertificatesEnd - rootCertificates);
  line = secure ? static_cast<Client *>(&tls) : static_cast<Client *>(&plain);
}

void lost(uint32_t waitMs) {
  line->stop();
  joined = false;
  nextTryAt = millis() + waitMs;
  failures += 1;
}

// Joins as server-sent events. The code travels in a header: addresses end up in logs.
void join() {
  if (!line->connect(host.c_str(), port)) return lost(tealight::rejoinMs(failures, esp_random()));
  line->printf(
      "GET /device/v1/feed?id=esp32-%llx&kind=esp32&heartbeat=1 HTTP/1.0\r\nHost: %s\r\nAccept: text/event-stream\r\n"
      "Authorization: Bearer %s\r\n\r\n",
      ESP.getEfuseMac(), host.c_str(), code.c_str());
  line->setTimeout(8000);
  const String status = line->readStringUntil('\n');
  if (status.indexOf(" 403") > 0) {
    look = tealight::wrongCode();
    return lost(WRONG_CODE_MS);
  }
  if (status.indexOf(" 200") < 0) return lost(status.indexOf(" 429") > 0 ? CROWDED_MS : tealight::rejoinMs(failures, esp_random()));
  lastWordAt = millis();
  joined = true;
  ending = false;
}

// Before the server ends a feed it says why.
void ended(const String &reason) {
  if (reason.startsWith("wrong-code") || reason.startsWith("removed")) {
    look = tealight::wrongCode();
    return lost(WRONG_CODE_MS);
  }
  lost(reason.startsWith("crowded") ? CROWDED_MS : tealight::rejoinMs(failures, esp_random()));
}

void hear(const String &word) {
  lastWordAt = millis();
  if (word.startsWith("event: ")) ending = word.startsWith("event: end");
  if (ending && word.startsWith("data: ")) return ended(word.substring(6));
  if (!word.startsWith("data: {")) return;
  JsonDocument glow;
  if (deserializeJson(glow, word.substring(6)) != DeserializationError::Ok) return;
  tealight::Look received;
  if (!tealight::readColor(glow["color"], received)) return;
  received.brightness = glow["brightness"] | 0.0f;
  const String zone = glow["zone"] | "";
  if (glow["flash"] | false) received.moving = zone == "low" ? 1 : 2;
  const char *alarm = glow["alarm"]["kind"] | "";
  if (alarm[0] != '\0' && !(glow["alarm"]["seen"] | false)) received.moving = tealight::alarmMoving(alarm);
  received.validUntil = tealight::readMoment(glow["validUntil"]);
  received.receivedAt = millis();
  look = received;
  failures = 0;
}

void draw() {
  const float strength = look.brightness * tealight::strengthAt(look.moving, millis());
  fill_solid(leds, LED_COUNT, CRGB(look.red, look.green, look.blue));
  FastLED.setBrightness(static_cast<uint8_t>(std::lround(255 * strength)));
  FastLED.show();
}

void loop() {
  if (!line->connected()) {
    // Closed by the server or on the way: many lamps notice that at once.
    if (joined) lost(tealight::rejoinMs(failures, esp_random()));
    if (static_cast<int32_t>(millis() - nextTryAt) >= 0) join();
  } else if (line->available()) {
    hear(line->readStringUntil('\n'));
  } else if (millis() - lastWordAt > SILENT_MS) {
    // Lamps notice a silent server at different moments already.
    lost(failures == 0 ? esp_random() % 1000 : tealight::rejoinMs(failures, esp_random()));
  }
  // The glow ends by its own time, whether or not Tealight can be reached.
  if (tealight::hasEnded(look, time(nullptr), millis())) look = tealight::noData();
  draw();
  delay(20);
}
