import { MAX_PHOTO_BYTES } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROUND_S } from '../../server/src/devices/heartbeat.ts';
import { read } from './support.ts';

const nginx = read('deploy/proxies/nginx.conf');
const caddy = read('deploy/proxies/Caddyfile');
const { annotations } = (
  parse(read('deploy/kubernetes/ingress.yaml')) as {
    metadata: { annotations: Record<string, string> };
  }
).metadata;
const ingress = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`] ?? '';

describe('the settings of the proxies', () => {
  test('[DEV-2] end no connection that misses one of two heartbeats', () => {
    const seconds = [
      /proxy_read_timeout (\d+)s/.exec(nginx)?.[1],
      /proxy_send_timeout (\d+)s/.exec(nginx)?.[1],
    ];
    for (const one of [...seconds, ingress('proxy-read-timeout'), ingress('proxy-send-timeout')])
      expect(Number(one)).toBeGreaterThan(2 * ROUND_S);
  });

  test('[ACC-2] let pass what Tealight accepts, and not much more', () => {
    const megabytes = [
      /client_max_body_size (\d+)m/.exec(nginx)?.[1],
      /max_size (\d+)MB/.exec(caddy)?.[1],
      /^(\d+)m$/.exec(ingress('proxy-body-size'))?.[1],
    ].map(Number);
    for (const one of megabytes) {
      expect(one * 1e6).toBeGreaterThan(1.2 * MAX_PHOTO_BYTES);
      expect(one * 1e6).toBeLessThan(2 * MAX_PHOTO_BYTES);
    }
  });

  test('pass event streams on at once', () => {
    expect(nginx).toContain('proxy_buffering off;');
    expect(caddy).toContain('flush_interval -1');
    expect(ingress('proxy-buffering')).toBe('off');
  });

  test('[OPS-2] check the path of which the server says that the process runs', () => {
    const path = /health_uri (\S+)/.exec(caddy)?.[1] ?? '';
    expect(read('server/src/http/health-routes.ts')).toContain(`'${path}'`);
  });

  test('log no address with its query, and no header', () => {
    expect(nginx).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b(?!;$)/m);
    expect(nginx).toMatch(/error_log \S+ crit;/);
    expect(caddy).toMatch(/request>uri delete\s+request>headers delete/);
    expect(ingress('enable-access-log')).toBe('false');
  });
});
