import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { deployed, ownVariables, read, root } from './support.ts';

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  image: string;
  ports: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  volumeMounts: { name: string; mountPath: string }[];
  envFrom: object[];
} & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>;
type Manifest = {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: {
    replicas: number;
    selector: Record<string, unknown>;
    ports: { name: string; targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; containers: Container[]; volumes: { name: string }[] };
    };
  };
};

const folder = 'deploy/kubernetes';
const kustomization = parse(read(`${folder}/kustomization.yaml`)) as {
  resources: string[];
  configMapGenerator: { literals: string[] }[];
};
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(`${folder}/${name}`)).map((document) => document.toJS() as Manifest),
);
const of = (kind: string) => manifests.find((one) => one.kind === kind);
const pod = of('Deployment')?.spec.template.spec;
const [container] = pod?.containers ?? [];

describe('the manifests for Kubernetes', () => {
  test('are all used, apart from the example of the secret', () => {
    const there = deployed
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1));
    const used = ['kustomization.yaml', 'secret.example.yaml', ...kustomization.resources];
    expect(there.sort()).toEqual(used.sort());
  });

  test('have no value of a secret', () => {
    const { stringData } = parse(read(`${folder}/secret.example.yaml`)) as {
      stringData: Record<string, string>;
    };
    for (const value of Object.values(stringData)) expect(value).toContain('CHANGE-ME');
  });

  test('set only variables that Tealight reads', () => {
    const { stringData } = parse(read(`${folder}/secret.example.yaml`)) as { stringData: object };
    const literals = kustomization.configMapGenerator.flatMap((one) => one.literals);
    const names = [...literals.map((one) => one.split('=')[0] ?? ''), ...Object.keys(stringData)];
    expect(names.filter((name) => !ownVariables.has(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEYS', 'MQTT_URL']));
  });

  test('[OPS-2] run several nodes, of which only one at a time is taken by a disruption', () => {
    expect(of('Deployment')?.spec.replicas).toBeGreaterThan(1);
    const labels = of('Deployment')?.spec.template.metadata.labels;
    expect(of('PodDisruptionBudget')?.spec.selector).toEqual({ matchLabels: labels });
    expect(of('Service')?.spec.selector).toEqual(labels);
    expect(of('Deployment')?.spec.selector).toEqual({ matchLabels: labels });
  });

  test('give the pods no rights', () => {
    expect(pod?.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual(['/data', '/tmp']);
  });

  test('bound memory, and request what a node needs', () => {
    expect(container?.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
  });

  test('[OPS-3] probe paths that the server has, on the port that the image listens on', () => {
    const routes = read('server/src/http/health-routes.ts');
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      expect(routes).toContain(`'${container?.[probe].httpGet.path}'`);
      expect(container?.[probe].httpGet.port).toBe('http');
    }
    expect(container?.ports).toEqual([{ name: 'http', containerPort: 3000 }]);
    expect(of('Service')?.spec.ports[0]?.targetPort).toBe('http');
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  test.runIf(hasKubectl)('are put together by kubectl', () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    const kinds = ['ConfigMap', 'Deployment', 'Ingress', 'Namespace', 'PodDisruptionBudget', 'Service'];
    expect(built.map(({ kind }) => kind).sort()).toEqual(kinds);
    const deployment = built.find(({ kind }) => kind === 'Deployment');
    expect(deployment?.spec.template.spec.containers[0]?.image).toMatch(
      /^registry\.example\.org\/tealight:\d/,
    );
    // Another setting makes another name, so that pods are replaced.
    expect(JSON.stringify(deployment)).toMatch(/"configMapRef":\{"name":"tealight-\w+"\}/);
  });
});
