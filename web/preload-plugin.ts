import type { Plugin } from 'vite';

/**
 * Lists in index.html the files that the app loads first, so that the browser requests them in parallel: fonts for
 * every page, and, for boot.js, the files of the app, which the lamp page does not load.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const start = files.find((file) => file.type === 'chunk' && file.name === 'start');
        const needed = start?.type === 'chunk' ? [start.fileName, ...withImports(start.imports, bundle)] : [];
        const css = start?.type === 'chunk' ? [...(start.viteMetadata?.importedCss ?? [])] : [];
        const fonts = files
          .map(({ fileName }) => fileName)
          .filter((name) => /-(400|600)-normal.*\.woff2$/.test(name));
        const paths = [...needed, ...css].map((file) => `/${file}`);
        return {
          html: html.replace('src="/boot.js"', `src="/boot.js" data-app="${paths.join(' ')}"`),
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

function withImports(
  imports: readonly string[],
  bundle: Record<string, { type: string; imports?: readonly string[] }>,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const fresh = imports.filter((name) => !seen.has(name));
  if (fresh.length === 0) return [...seen];
  const known = new Set([...seen, ...fresh]);
  return withImports(
    fresh.flatMap((name) => bundle[name]?.imports ?? []),
    bundle,
    known,
  );
}
