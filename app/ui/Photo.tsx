import './photo.css';

/** A name in fotos/, and its shape: the full size and the widths there are of it, from content/photos.json. */
type Picture = {
  name: string;
  shape: { width: number; height: number; files: readonly { width: number }[] };
};

type PhotoProps = Picture & {
  /** What it shows; empty when it only decorates. */
  alt: string;
  /** How wide it is shown, for the browser to choose a file. */
  sizes: string;
  /** Another picture, for the windows that match. */
  instead?: Picture & { media: string };
  /** On the first screen, whatever the window: asked for at once and before other pictures. */
  first?: boolean;
  className?: string;
};

/** A photograph in the width that the window needs: AVIF, and WebP where that is unknown. */
export function Photo({ instead, alt, sizes, first = false, className = '', ...picture }: PhotoProps) {
  const { name, shape } = picture;

  return (
    <picture className={`photo ${className}`}>
      {instead && (
        <>
          <Source {...instead} format="avif" sizes={sizes} />
          <Source {...instead} format="webp" sizes={sizes} />
        </>
      )}
      <Source {...picture} format="avif" sizes={sizes} />
      <img
        className="photo__image"
        src={address(name, shape.files[0]?.width, 'webp')}
        srcSet={addresses(picture, 'webp')}
        sizes={sizes}
        width={shape.width}
        height={shape.height}
        alt={alt}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

type SourceProps = Picture & { format: string; sizes: string; media?: string };

function Source({ name, shape, format, sizes, media }: SourceProps) {
  return (
    <source
      media={media}
      type={`image/${format}`}
      srcSet={addresses({ name, shape }, format)}
      sizes={sizes}
      width={shape.width}
      height={shape.height}
    />
  );
}

const addresses = ({ name, shape }: Picture, format: string): string =>
  shape.files.map(({ width }) => `${address(name, width, format)} ${width}w`).join(', ');

/** As scripts/photos.mjs names its files. */
const address = (name: string, width: number | undefined, format: string): string =>
  `/fotos/${name}-${width}.${format}`;
