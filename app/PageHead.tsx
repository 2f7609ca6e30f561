/** What a page says about itself; `noindex` keeps it out of search engines. */
export type PageHandle = { title: string; description: string; noindex?: boolean };

/** React carries these into the head, at prerender and on every navigation. */
export function PageHead({ title, description, noindex = false }: PageHandle) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
    </>
  );
}
