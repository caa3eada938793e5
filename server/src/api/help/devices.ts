export const devices = `
<p>Every device is paired with the <b>connection code</b> from your dashboard. The same code serves as many devices as you like. Whoever has the code sees your glow and nothing else; with “New code” you cut them all off.</p>
<h2>A phone, tablet or old screen</h2>
<p>Open <a href="/lamp">/lamp</a> on it and type the code, or scan the picture on the dashboard.</p>
<h2>A lamp with WLED or ESPHome, Home Assistant, a Nightscout display</h2>
<p>Tealight tells them the colour over MQTT, WebSocket, server-sent events or plain HTTP. Nightscout displays take this server’s address as the site and the code as the token.</p>
<h2>When a lamp glows white</h2>
<p>White is no glucose colour. It means that there is no current reading: the dashboard says why.</p>`;
