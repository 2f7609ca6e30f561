-- A device that signed in is known by its cookie alone: nothing of an address is stored for it any more.
drop table servidor.enderecos_conhecidos;
