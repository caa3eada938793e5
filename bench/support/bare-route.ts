import Fastify from 'fastify';

// A bare Fastify route that sends the bytes given as the first argument: the upper limit for any call.
const [bytes = ''] = process.argv.slice(2);
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void app.close().then(() => process.disconnect?.()));
process.send?.({ url: `${url}/` });
