/**
 * Lets React go on where the browser translates the page: it puts nodes of its
 * own in the place of texts, and React, asked to take away or to put something
 * before a text that is no longer there, would throw and lose the form. See
 * facebook/react#11538.
 */
export function forgiveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
}
