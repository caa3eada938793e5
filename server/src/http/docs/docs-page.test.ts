import { calls } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../../test/api.ts';

describe('the API described', () => {
  test('[API-4] the OpenAPI document has every call with its requests, responses and errors', async () => {
    const { inject } = await apiOn(await openInMemory());
    const document = (await inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    for (const { path, method, access, body, files } of calls) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation, `${method} ${path}`).toBeDefined();
      const scheme = typeof access === 'object' && 'scope' in access ? 'shareLink' : 'accessToken';
      expect(operation.security).toEqual(access === 'anyone' ? [] : [{ [scheme]: [] }]);
      const type = files === undefined ? 'application/json' : 'multipart/form-data';
      if (body !== undefined) expect(operation.requestBody.content[type].schema).toBeDefined();
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '429', '500']));
    }
  });

  test('[API-4] the document matches the schemas', async () => {
    const { inject } = await apiOn(await openInMemory());
    const { paths } = (await inject({ url: '/api/openapi.json' })).json();
    const { schema } = paths['/api/v1/Authorization/sign-up'].post.requestBody.content['application/json'];
    expect(schema).toMatchObject({
      additionalProperties: false,
      properties: { firstname: { minLength: 2, maxLength: 255 }, email: { format: 'email', minLength: 7 } },
    });
  });

  test('[API-4] a page without any script shows every call', async () => {
    const { inject } = await apiOn(await openInMemory());
    const { body } = await inject({ url: '/api/docs' });
    for (const { path } of calls) expect(body).toContain(path);
    expect(body).not.toMatch(/<script|https?:\/\/(?!tealight)|style="/);
  });
});
