// Exits with 0 while Tealight in the same container is ready, else with 1 and one line that says why.
import { get as getPlain } from 'node:http';
import { get as getOverTls } from 'node:https';

const { PORT = '3000', TLS_CERT } = process.env;
/** In ms; less than the timeout that the image sets for the whole check. */
const ANSWER_WITHIN_MS = 4000;

const overTls = Boolean(TLS_CERT);
const address = `${overTls ? 'https' : 'http'}://127.0.0.1:${PORT}/health/ready`;
const options = {
  timeout: ANSWER_WITHIN_MS,
  // The certificate is for the public name; this request does not leave the container.
  ...(overTls && { rejectUnauthorized: false }),
};

const fail = (why) => {
  console.error(why);
  process.exit(1);
};
const request = (overTls ? getOverTls : getPlain)(address, options, (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  response.on('end', () => (response.statusCode === 200 ? process.exit(0) : fail(text)));
});
request.on('timeout', () => fail('No answer in time'));
request.on('error', (error) => fail(error.message));
