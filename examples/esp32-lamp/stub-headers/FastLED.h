// FastLED 3.
#pragma once
#include "Arduino.h"

struct CRGB {
  CRGB();
  CRGB(uint8_t red, uint8_t green, uint8_t blue);
};
enum EOrder { GRB };
enum LEDColorCorrection { TypicalLEDStrip };
template <uint8_t PIN, EOrder ORDER>
class WS2812B {};

struct CLEDController {
  CLEDController &setCorrection(LEDColorCorrection correction);
};

struct CFastLED {
  template <template <uint8_t, EOrder> class CHIPSET, uint8_t PIN, EOrder ORDER>
  CLEDController &addLeds(CRGB *leds, int count);
  void setBrightness(uint8_t brightness);
  void show();
};
extern CFastLED FastLED;
void fill_solid(CRGB *leds, int count, const CRGB &color);
