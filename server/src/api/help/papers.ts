export const terms = `
<p>Tealight is free software that you or somebody you trust runs. Whoever runs this server may replace this page by terms of their own.</p>
<h2>No medical device</h2>
<p>Tealight is no medical device and not for treatment decisions. Readings may be late, wrong or missing. Use your meter or your sensor’s own app for every decision.</p>
<h2>Your account</h2>
<p>Use an account of your own and a password that you use nowhere else. Connect only sources that are yours, or whose owner has agreed.</p>
<h2>No warranty</h2>
<p>The software is given as it is, without warranty of any kind, under the MIT licence.</p>`;

export const privacy = `
<p>Whoever runs this server may replace this page by one of their own. This is what the software itself does.</p>
<h2>What is kept</h2>
<p>Your name, e-mail address, country, photo if you add one, your range, your devices, your readings, and the sign-in to your source. Passwords of your account are kept as a hash only; the sign-in to your source is encrypted.</p>
<h2>Who sees it</h2>
<p>You, and those who run this server. Whoever has your connection code sees your current glow and readings. Nothing is sent to anybody else: no analytics, no advertising, no fonts or scripts from other hosts.</p>
<h2>Your rights</h2>
<p>Under <a href="/security">Security</a> you can download everything and delete your account. Deleting erases it at once.</p>
<h2>Cookies</h2>
<p>None. Your browser keeps your sign-in in its local storage.</p>`;

export const contact = `
<p>This server is run by the person or group who gave you its address. Please turn to them first: they can replace this page by their own address.</p>
<p>In an emergency call your local emergency number. Nobody here watches your readings.</p>`;
