/** Title and description of a page; `noindex` excludes it from search engines. */
export type PageHandle = { title: string; description: string; noindex?: boolean };

/** React moves these elements into the head, when prerendering and where a screen fails. */
export function PageHead({ title, description, noindex = false }: PageHandle) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
    </>
  );
}
