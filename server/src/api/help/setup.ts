export const setup = `
<p>Tealight reads your glucose from the service that your sensor already sends it to. Choose your source, sign in once, done.</p>
<h2 id="dexcom">Dexcom</h2>
<ol>
<li>In the Dexcom app of the person who wears the sensor, open <b>Connections</b> and switch <b>Share</b> on.</li>
<li>Invite at least one follower. Dexcom shares nothing before somebody follows; it may be you, with the Dexcom Follow app.</li>
<li>Here, type the user name and password of <b>the wearer’s own</b> Dexcom account. A follower’s account has no readings.</li>
</ol>
<p>A user name may be an e-mail address or a phone number; a phone number is typed with its country code, like <code>+15551234567</code>.</p>
<h2 id="libre">FreeStyle Libre</h2>
<ol>
<li>Install <b>LibreLinkUp</b> (not LibreLink) and make an account in it. LibreLinkUp is required first.</li>
<li>In the LibreLink app of the wearer, open <b>Connected Apps</b>, then <b>LibreLinkUp</b>, and invite that account.</li>
<li>Accept the invitation in LibreLinkUp, and any terms it shows.</li>
<li>Here, type the e-mail address and password of the <b>LibreLinkUp</b> account.</li>
</ol>
<h2 id="nightscout">Nightscout</h2>
<ol>
<li>The endpoint is the address of your site, like <code>https://my-site.example.org</code>.</li>
<li>The API secret is the one your site was set up with. A token from <b>Admin tools</b> with the right to read works as well, and is the better choice.</li>
</ol>
<h2 id="medtronic">Medtronic</h2>
<ol>
<li>In the CareLink Connect app make a <b>care partner</b> account, in the same country as the wearer’s, and have the wearer accept it.</li>
<li>Use that account here. Two programs that use one account sign each other out.</li>
<li>Tick <b>Is US region?</b> if the account was made in the United States. A window shows CareLink’s own page: solve the captcha there.</li>
</ol>
<h2>When it does not work</h2>
<p>The dashboard says what is wrong and what to do about it. Your password is kept sealed, is never shown again, and is erased when you disconnect.</p>`;
