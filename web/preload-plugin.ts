import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { bootFiles } from './boot-plugin.ts';

/**
 * Lists in index.html the files that the app loads first, so that the browser requests them in parallel: fonts for
 * every page, and, for boot.js, the files of the app, which the lamp page does not load, and those of the dashboard,
 * which only a signed-in wearer loads. The icon stands in the page itself.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        // main.ts loads the libraries by the name of React, and then the app.
        const app = [...new Set(['react', 'start'].flatMap((name) => filesOf(name, bundle)))];
        const dashboard = filesOf('signed-in-pages', bundle).filter((file) => !app.includes(file));
        const fonts = files
          .map(({ fileName }) => fileName)
          .filter((name) => /-(400|600)-normal.*\.woff2$/.test(name));
        return {
          html: html
            .replace(bootFiles, `data-app="${app.join(' ')}" data-dashboard="${dashboard.join(' ')}"`)
            .replace('href="/favicon.svg"', `href="${iconUrl()}"`),
          tags: fonts.map((font) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
        };
      },
    },
  };
}

/** The icon as a data URL: a request less, for the icon that the reading soon takes the place of. */
function iconUrl(): string {
  const drawing = readFileSync(new URL('public/favicon.svg', import.meta.url), 'utf8');
  return `data:image/svg+xml,${encodeURIComponent(drawing.replace(/\n\s*/g, ''))}`;
}

type Bundle = Readonly<
  Record<
    string,
    | { type: 'asset' }
    | {
        type: 'chunk';
        name: string;
        fileName: string;
        imports: readonly string[];
        viteMetadata?: { importedCss: ReadonlySet<string> };
      }
  >
>;

/** The paths of a chunk, of what it imports, and of their styles. */
function filesOf(name: string, bundle: Bundle): string[] {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
  if (chunk?.type !== 'chunk') return [];
  const scripts = [chunk.fileName, ...withImports(chunk.imports, bundle)];
  const styles = scripts.flatMap((script) => {
    const file = bundle[script];
    return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set([...scripts, ...styles])].map((file) => `/${file}`);
}

function withImports(
  imports: readonly string[],
  bundle: Bundle,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const fresh = imports.filter((name) => !seen.has(name));
  if (fresh.length === 0) return [...seen];
  const known = new Set([...seen, ...fresh]);
  return withImports(
    fresh.flatMap((name) => {
      const file = bundle[name];
      return file?.type === 'chunk' ? file.imports : [];
    }),
    bundle,
    known,
  );
}
