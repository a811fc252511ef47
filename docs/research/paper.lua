-- Adapts a page of the book to print: links to other pages become plain text, titles of figures become captions,
-- and the title of the page becomes the title of the paper.
local title

function Header(header)
  if header.level == 1 then
    title = pandoc.utils.stringify(header)
    return {}
  end
  header.level = header.level - 1
  return header
end

function Link(link)
  if not link.target:match("^https?:") and not link.target:match("^#") then
    return link.content
  end
end

function Meta(meta)
  meta.title = meta.title or title
  return meta
end

-- Headers run first, because they contain the title.
return { { Header = Header, Link = Link }, { Meta = Meta } }
