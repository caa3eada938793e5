import { linearOf } from '../src/oklch.ts';
import { ciede2000, labOf } from './color-difference.ts';

/**
 * How linear sRGB looks to eyes that lack one kind of cone.
 * Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency", 2009, severity 1.
 */
export const visions = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export type Vision = keyof typeof visions;

/** An `#rrggbb` color as linear light seen by such eyes. */
export function seenBy(vision: Vision, color: string): [number, number, number] {
  const [red, green, blue] = linearOf(color);
  const m = visions[vision];
  const clamp = (light: number) => Math.min(1, Math.max(0, light));
  return [
    clamp(m[0] * red + m[1] * green + m[2] * blue),
    clamp(m[3] * red + m[4] * green + m[5] * blue),
    clamp(m[6] * red + m[7] * green + m[8] * blue),
  ];
}

/** CIEDE2000 of two `#rrggbb` colors as such eyes see them. */
export function seenDifference(vision: Vision, one: string, other: string): number {
  return ciede2000(labOf(seenBy(vision, one)), labOf(seenBy(vision, other)));
}
