import './photo.css';

/** A name in fotos/, and its full size and available widths from content/photos.json. */
type Picture = {
  name: string;
  shape: { width: number; height: number; files: readonly { width: number }[] };
};

type PhotoProps = Picture & {
  /** Empty for a decorative picture. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Another picture where the media query matches. */
  instead?: Picture & { media: string };
  className?: string;
};

/** A responsive photograph: AVIF, and WebP for browsers without AVIF. */
export function Photo({ instead, alt, sizes, className = '', ...picture }: PhotoProps) {
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
        loading="lazy"
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

/** The file names of scripts/photos.mjs. */
const address = (name: string, width: number | undefined, format: string): string =>
  `/fotos/${name}-${width}.${format}`;
