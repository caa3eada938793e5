/** What became of an invitation that was answered. */
export type Outcome =
  | { kind: 'declined' }
  | { kind: 'follows'; wearer: string }
  /** `takesEffectAt`: when the hand-over does, ISO 8601. */
  | { kind: 'hand-over'; takesEffectAt: string };
