/**
 * Keeps React working on a page that the browser translates: translation puts elements in the place of texts,
 * which React would go on changing where nobody sees them, and it would throw, and lose the form, on removing or
 * inserting before a node that has left the page. See facebook/react#11538.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;
  /** What stands in the place of a text. */
  const places = new WeakMap<Node, Node>();
  const note = (records: MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        const place = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
        if (place && text.nodeType === Node.TEXT_NODE) places.set(text, place);
      }
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });
  /** The child of `parent` that shows `node`, if there is one. */
  const shownBy = (node: Node | null | undefined, parent: Node | null): Node | null => {
    if (!node || node.parentNode === parent) return node ?? null;
    note(observer.takeRecords());
    const place = places.get(node);
    return place?.parentNode === parent ? place : null;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = shownBy(child, this);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, shownBy(before, this)) as T;
  };
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get,
    set(this: Text, value: string) {
      set?.call(this, value);
      if (this.isConnected) return;
      note(observer.takeRecords());
      (places.get(this) as HTMLElement | undefined)?.replaceWith(this); // to be translated anew
    },
  });
}
