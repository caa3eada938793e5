type Props<Tag extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Tag], 'style'>> & {
  attrs?: Record<string, string>;
};

/** An element with its properties and children, for what needs no framework: the lamp and the splash screen. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attrs = {}, ...props }: Props<Tag> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), props);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
