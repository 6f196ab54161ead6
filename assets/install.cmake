# Where `cmake --install` puts everything; the program looks for <prefix>/share/headscope beside itself.
if(TARGET headscope)
  install(TARGETS headscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES assets/lexicon.json DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/assets)
install(FILES assets/preset.safetensors DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/assets OPTIONAL)
install(DIRECTORY samples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/samples)
install(FILES assets/org.headscope.Headscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/org.headscope.Headscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/headscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES assets/icons/headscope.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
foreach(size 48 64 128 256)
  install(FILES assets/icons/headscope-${size}.png RENAME headscope.png
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
endforeach()
