# Where `cmake --install` puts everything; the program looks for <prefix>/share/headscope beside itself.
install(TARGETS headscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES assets/lexicon.json assets/tour.lesson DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/assets)
install(FILES assets/preset.safetensors DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/assets OPTIONAL)
install(DIRECTORY samples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/samples)
install(FILES assets/org.headscope.Headscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/org.headscope.Headscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${PROJECT_BINARY_DIR}/headscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES assets/icons/headscope.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
foreach(size 48 64 128 256)
  install(FILES assets/icons/headscope-${size}.png RENAME headscope.png
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
endforeach()
install(FILES assets/org.headscope.Headscope.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES assets/screenshot.png assets/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/assets)
install(DIRECTORY assets/doc DESTINATION ${CMAKE_INSTALL_DOCDIR}/assets)

# `cmake --build BUILD --target uninstall` takes away what `cmake --install` wrote.
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
  -P ${PROJECT_SOURCE_DIR}/assets/uninstall.cmake)

# `cpack` in the build folder makes a .deb; what it depends on is read off the program.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The Headscope authors <headscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see what every head of multi-head attention looks at")
set(CPACK_PACKAGE_DESCRIPTION "Runs a sentence through multi-head attention and draws each head's attention
matrix. The number of heads is a live control, every number can be traced, and
attention of other models opens from files. Works offline.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core")
include(CPack)
