/** What using Tealight means. */
export function Terms() {
  return <p>Tealight is no medical device. Never base a treatment decision on it.</p>;
}
