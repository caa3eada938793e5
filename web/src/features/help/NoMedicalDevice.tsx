/** The sentence that stands wherever somebody might rely on a color. */
export function NoMedicalDevice() {
  return (
    <p>
      <strong>Tealight is no medical device and not for treatment decisions.</strong> Readings may be late,
      wrong or missing, and a lamp may stay dark. For every decision about insulin, food or medicine use your
      meter, or the app that came with your sensor, and keep its alarms on.
    </p>
  );
}
