export const faq = `
<h2>Is Tealight a medical device?</h2>
<p>No. Never decide about treatment by its colours or numbers. Use your meter or your sensor’s own app.</p>
<h2>What do the colours mean?</h2>
<p>Red is your low setpoint or below, green your in-range setpoint, violet your high setpoint or above, and between them the colour moves evenly. A second palette suits colour-blind eyes. White means no current data.</p>
<h2>How old can a reading be?</h2>
<p>After 15 minutes a reading counts as old, and lamps turn white.</p>
<h2>Why do I have to type my password for my source?</h2>
<p>Because the vendors offer no other way to most wearers. It is kept encrypted, used for nothing but reading, and erased when you disconnect.</p>
<h2>Can I have my data?</h2>
<p>Yes. Under <a href="/security">Security</a> you can download everything kept about you, and delete your account with everything in it.</p>
<h2>Can my family see it?</h2>
<p>Give them the connection code: their lamps then glow as yours do.</p>`;
