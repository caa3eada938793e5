/** The warning for every page on which somebody might rely on a color. */
export function NoMedicalDevice() {
  return (
    <p>
      <strong>Tealight is not a medical device. Do not use it to make treatment decisions.</strong> Readings
      may be late, wrong or missing, and a lamp may stay dark. For every decision about insulin, food or
      medicine use your meter, or the app that came with your sensor, and keep its alarms on.
    </p>
  );
}
