import {
  type Access,
  accessProblems,
  type Call,
  calls,
  changes,
  changesPath,
  commonProblems,
  confirmLinkPath,
  Problem,
  type ProblemCode,
  problems,
  resetLinkPath,
} from '@tealight/contract';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;
export type Operation = Json & { summary: string; tags: string[] };
/** The parts of an OpenAPI 3.1 document that our page reads. */
export type OpenApiDocument = {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
} & Json;

/** The OpenAPI document of all calls, generated from the schemas that validate them. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tealight',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Paths match without regard to case. Errors are problem details (RFC 9457). Tealight is not a medical device.',
    },
    servers: [{ url: '/' }],
    paths: { ...paths, ...streams, ...links },
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'The accessToken of a sign-in.' },
        shareLink: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The word `Share`, a space, and what follows `#` in a share link.',
        },
      },
    },
  };
}

function securityOf(access: Access): Json[] {
  if (access === 'anyone') return [];
  return typeof access === 'object' && 'scope' in access ? [{ shareLink: [] }] : [{ accessToken: [] }];
}

function operationOf(call: Call): Operation {
  return {
    operationId: idOf(call.path, call.method),
    summary: call.title,
    tags: [tagOf(call.path)],
    security: securityOf(call.access),
    ...(call.query !== undefined && { parameters: parametersOf(call.query) }),
    ...(call.body !== undefined && { requestBody: bodyOf(call) }),
    responses: {
      200: { description: 'Done', content: replyOf(call) },
      ...rejections([...call.problems, ...accessProblems(call.access), ...commonProblems]),
    },
  };
}

/** JSON Schema of a schema of the contract; a refinement, which JSON Schema cannot express, is left to its error text. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parametersOf(query: z.ZodMiniType): Json[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function bodyOf({ body, files }: Call): Json {
  const schema = schemaOf(body ?? z.unknown(), 'input') as Json & { properties?: Json };
  if (files === undefined) return { content: { 'application/json': { schema } } };
  const binary = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]));
  const form = { ...schema, properties: { ...schema.properties, ...binary } };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
}

const replyOf = ({ reply, file }: Call): Json =>
  file === undefined
    ? { 'application/json': { schema: schemaOf(reply, 'output') } }
    : { [file]: { schema: { type: 'string', format: 'binary' } } };

/** One response per status, with the codes it may have. */
function rejections(codes: readonly ProblemCode[]): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, title } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title}`]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, descriptions]) => [
      status,
      { description: descriptions.join('\n\n'), content },
    ]),
  );
}

const tagOf = (path: string): string => path.split('/')[3] ?? '';
const idOf = (path: string, method: string): string =>
  `${method.toLowerCase()}-${path.split('/').slice(3).join('-')}`.replace(/-(\w)/g, (_, character: string) =>
    character.toUpperCase(),
  );

const streams = {
  [changesPath]: {
    get: {
      operationId: 'getReadingsChanges',
      summary: 'Server-sent events: what has changed, so that it is asked for again',
      tags: [tagOf(changesPath)],
      security: [{ accessToken: [] }],
      responses: {
        200: {
          description: 'An open stream',
          content: { 'text/event-stream': { schema: { type: 'string', enum: changes } } },
        },
        ...rejections(['not-signed-in']),
      },
    },
  },
};

const linkOf = (path: string, summary: string) => ({
  [path]: {
    get: {
      operationId: idOf(path, 'get'),
      summary,
      tags: [tagOf(path)],
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 303: { description: 'On to the web app, which tells the result' } },
    },
  },
});
const links = {
  ...linkOf(confirmLinkPath, 'Where the link of a confirmation mail leads'),
  ...linkOf(resetLinkPath, 'Where the link of a reset mail leads'),
};
