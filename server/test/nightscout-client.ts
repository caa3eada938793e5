import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { House } from './house.ts';

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  json(): ReturnType<typeof JSON.parse>;
};

/** Asks by the very bytes a display sends: the path is not encoded anew, and no header is added. */
export function ask(
  { port }: Pick<House, 'port'>,
  path: string,
  {
    headers = {},
    method = 'GET',
    body,
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          text,
          json: () => JSON.parse(text),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
